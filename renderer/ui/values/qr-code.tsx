import { Box } from '@mantine/core';
import { encode } from 'uqr';

/** Shows a QR code; `title` describes it to screen readers. */
export function QrCode({ value, title }: { value: string; title: string }) {
  const { data, size } = encode(value, { border: 0 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    // Cameras need dark on light with a quiet zone, regardless of the colours of the page.
    <Box bg="white" p="md" bdrs="md" lh={0}>
      <svg
        width={232}
        height={232}
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={title}
        shapeRendering="crispEdges"
      >
        <path d={path.join('')} />
      </svg>
    </Box>
  );
}
