interface CompiledContract {
  hash: string;
  boc: string;
  sources: Record<string, string>;
}

export function compileContracts(): Promise<
  { compiler: string } & Record<'platform' | 'content' | 'licence', CompiledContract>
>;

export function compileTelegramWallet(): Promise<CompiledContract>;
