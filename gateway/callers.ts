import type { Caller } from './engines/engine.ts';

/** Everybody, where no access file says who may see what. */
export const openCaller: Caller = { key: 'open' };
