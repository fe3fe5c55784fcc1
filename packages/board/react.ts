import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { LandfallArrivals, LandfallEvents } from './landfall-arrivals.ts';

// biome-ignore lint/performance/noBarrelFile: the types of `@landfall/board/react`, whose module is that of `@landfall/board`.
// biome-ignore lint/performance/noReExportAll: the same module.
export * from './landfall-arrivals.ts';

type Settable = 'tokenProvider' | 'texts' | 'columns' | 'actions' | 'selection' | 'opened';
type Properties = { readonly [Name in Settable]?: LandfallArrivals[Name] | undefined };
type Listeners = {
  readonly [Name in keyof LandfallEvents as `on${Name}`]?: ((event: CustomEvent<LandfallEvents[Name]>) => void) | undefined;
};

/** Properties of `<landfall-arrivals>` in React 19 and newer, which adds a listener for each property that starts with `on`. */
export interface LandfallArrivalsProps
  extends DetailedHTMLProps<HTMLAttributes<LandfallArrivals>, LandfallArrivals>,
    Properties,
    Listeners {
  readonly endpoint?: string | undefined;
  /** JSON of an `ArrivalFilter`. */
  readonly filter?: string | undefined;
  readonly view?: string | undefined;
  readonly density?: 'comfortable' | 'compact' | undefined;
  readonly theme?: 'light' | 'dark' | undefined;
  readonly zone?: 'viewer' | 'port' | undefined;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'landfall-arrivals': LandfallArrivalsProps;
    }
  }
}
