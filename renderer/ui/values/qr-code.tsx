import { Box } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';

/** Shows a QR code; `title` describes it to screen readers. */
export function QrCode({ value, title }: { value: string; title: string }) {
  return (
    // Cameras need dark on light with a quiet zone, independently of the colours of the page.
    <Box bg="white" p="md" bdrs="md" lh={0}>
      <QRCodeSVG value={value} size={232} level="L" title={title} />
    </Box>
  );
}
