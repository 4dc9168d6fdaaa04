import { Box } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';

/** A code for a camera; `title` says to screen readers what it is. */
export function QrCode({ value, title }: { value: string; title: string }) {
  return (
    // Cameras want dark on light with a quiet border, whatever the colours of the page.
    <Box bg="white" p="md" bdrs="md" lh={0}>
      <QRCodeSVG value={value} size={232} level="L" title={title} />
    </Box>
  );
}
