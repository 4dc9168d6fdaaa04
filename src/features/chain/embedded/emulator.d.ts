/** The files of @ton/sandbox without declarations: TON's virtual machine in WebAssembly, and its loader. */

declare module '@ton/sandbox/dist/executor/emulator-emscripten.js' {
  export default function start(options: { wasmBinary: Uint8Array }): Promise<object>;
}

declare module '@ton/sandbox/dist/executor/emulator-emscripten.wasm.js' {
  const binary: { EmulatorEmscriptenWasm: string };
  export default binary;
}
