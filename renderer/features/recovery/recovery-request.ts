export interface OpenedRecovery {
  file: File;
  passphrase: string;
}

export const bodyOf = async ({ file, passphrase }: OpenedRecovery) => ({
  file: await base64Of(file),
  passphrase,
});

function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ''));
    reader.readAsDataURL(file);
  });
}
