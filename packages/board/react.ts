import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type {
  CountsDetail,
  LandfallArrivals,
  OwnAction,
  OwnColumn,
  OwnTexts,
  SelectDetail,
  SelectionDetail,
  StatusDetail,
  TokenProvider,
  ViewDetail,
} from './landfall-arrivals.ts';

export type {
  ArrivalRow,
  CountsDetail,
  Credential,
  OwnAction,
  OwnColumn,
  OwnTexts,
  SelectDetail,
  SelectionDetail,
  StatusDetail,
  TokenProvider,
  ViewDetail,
} from './landfall-arrivals.ts';
// biome-ignore lint/performance/noBarrelFile: the types of `@landfall/board/react`, whose module is that of `@landfall/board`.
export { LandfallArrivals } from './landfall-arrivals.ts';

/** Properties of `<landfall-arrivals>` in React 19 and newer, which adds a listener for each property that starts with `on`. */
export interface LandfallArrivalsProps extends DetailedHTMLProps<HTMLAttributes<LandfallArrivals>, LandfallArrivals> {
  readonly endpoint?: string | undefined;
  /** JSON of an `ArrivalFilter`. */
  readonly filter?: string | undefined;
  readonly view?: string | undefined;
  readonly density?: 'comfortable' | 'compact' | undefined;
  readonly theme?: 'light' | 'dark' | undefined;
  readonly zone?: 'viewer' | 'port' | undefined;
  readonly tokenProvider?: TokenProvider | undefined;
  readonly texts?: OwnTexts | undefined;
  /** A new array shows the values of the columns again. */
  readonly columns?: readonly OwnColumn[] | undefined;
  readonly actions?: readonly OwnAction[] | undefined;
  readonly selection?: readonly string[] | undefined;
  readonly opened?: string | null | undefined;
  readonly 'onlandfall-selection'?: ((event: CustomEvent<SelectionDetail>) => void) | undefined;
  readonly 'onlandfall-select'?: ((event: CustomEvent<SelectDetail>) => void) | undefined;
  readonly 'onlandfall-view'?: ((event: CustomEvent<ViewDetail>) => void) | undefined;
  readonly 'onlandfall-counts'?: ((event: CustomEvent<CountsDetail>) => void) | undefined;
  readonly 'onlandfall-status'?: ((event: CustomEvent<StatusDetail>) => void) | undefined;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'landfall-arrivals': LandfallArrivalsProps;
    }
  }
}
