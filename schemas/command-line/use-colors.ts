import pc from 'picocolors'

/** Whether what is written there may be coloured: NO_COLOR and FORCE_COLOR are heeded. */
export function useColors(stream: NodeJS.WriteStream): boolean {
  return pc.isColorSupported && (stream.isTTY || Boolean(process.env['FORCE_COLOR']))
}
