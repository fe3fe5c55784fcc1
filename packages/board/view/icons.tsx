const paths = {
  check: 'm3.5 8.5 3 3 6-7',
  clock: 'M8 4.5V8l2.5 1.5M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z',
  box: 'M2.5 3.5h11v9h-11zM2.5 6.5h11M5.5 9.5 7.3 11l3.2-3',
  filter: 'M2.5 4h11M4.500 8h7M6.500 12h3',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zm3.500-1.500L14 14',
  calendar: 'M2.500 4.500h11v9h-11zM2.500 7.500h11M5.500 2.500v3M10.500 2.500v3',
  pin: 'M8 14s4.500-4.200 4.500-7.500a4.500 4.500 0 0 0-9 0C3.500 9.800 8 14 8 14zM8 8a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3z',
  more: 'M3.500 8h.01M8 8h.01M12.500 8h.01',
  link: 'M7 9.500a2.800 2.800 0 0 0 4 0l2-2a2.800 2.800 0 0 0-4-4l-.7.7M9 6.500a2.800 2.800 0 0 0-4 0l-2 2a2.800 2.800 0 0 0 4 4l.7-.7',
  close: 'm4 4 8 8M12 4l-8 8',
  up: 'M8 13V3.500M4 7l4-4 4 4',
  lock: 'M4 7.500h8v6H4zM5.500 7.500V5a2.500 2.500 0 0 1 5 0v2.500',
} as const;

/** Shows a line drawing; the button around it has the name. */
export function Icon({ name, path }: { readonly name?: keyof typeof paths | undefined; readonly path?: string }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path ?? (name && paths[name])} />
    </svg>
  );
}
