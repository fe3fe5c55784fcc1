import type { OpenAlert, ViewMemory } from '../alerts.ts';
import type { ReachedState } from '../arrival/state.ts';
import type { ChargeSum, EvidenceRef, NoticeEvidence, StatedArrivalTime } from '../model.ts';

/** Version of the format of the memory. A memory of another format is ignored, as in the first evaluation of a view. */
export const memoryFormat = 1;

/** A value of the notice as last given, with the version that gave it. */
export interface GivenVessel {
  readonly vesselIMONumber?: string | undefined;
  readonly vesselName?: string | undefined;
  readonly ref: EvidenceRef;
}

export interface GivenVoyage {
  /** Carrier code and list as one string; undefined if the notice names no carrier. */
  readonly carrier?: string | undefined;
  readonly number?: string | undefined;
  readonly reference?: string | undefined;
  readonly ref: EvidenceRef;
}

export interface GivenPort {
  readonly locationName?: string | undefined;
  readonly UNLocationCode: string;
  readonly ref: EvidenceRef;
}

export interface GivenTerminal {
  readonly facilityCode: string;
  readonly facilityCodeListProvider: string;
  readonly ref: EvidenceRef;
}

/** What the source of the best known time stated when it was last reported, for each step. */
export interface EtaMemory {
  /** Source, partner and record; if any of them changes, the references start again. */
  readonly source: string;
  readonly references: readonly { readonly steps: readonly number[]; readonly time: StatedArrivalTime }[];
}

/** A state that was reached, with what is needed to detect corrections of its evidence. */
export interface ReachedMemory {
  readonly time: StatedArrivalTime;
  /** Partner and `eventID` of the port's event. */
  readonly event?: string | undefined;
  /** The visit that this event belongs to. */
  readonly portCall?: string | undefined;
}

/** An omission that applies. */
export interface OmissionMemory {
  readonly ref: EvidenceRef;
  readonly portCall?: string | undefined;
  /** Records of the schedule's match at the time of the omission. */
  readonly records: readonly string[];
}

/** The last free days of one container. */
export interface FreeDays {
  readonly pickup?: { readonly localDate: string; readonly dateTime?: string | undefined } | undefined;
  readonly return?: { readonly localDate: string; readonly dateTime?: string | undefined } | undefined;
  readonly ref: EvidenceRef;
}

/** An open alert, with the number of its entries so far. */
export interface HeldAlert extends OpenAlert {
  readonly entries: number;
}

/** What the facts of one view remember between evaluations. */
export interface FactMemory extends ViewMemory {
  readonly format: typeof memoryFormat;
  /** The current version, which a late older one does not replace. */
  readonly notice: NoticeEvidence;
  readonly vessel?: GivenVessel | undefined;
  readonly voyage?: GivenVoyage | undefined;
  readonly port?: GivenPort | undefined;
  readonly terminal?: GivenTerminal | undefined;
  readonly eta?: EtaMemory | undefined;
  /** Sources that are no longer the best only by their age, and still state a time. */
  readonly lapsed: readonly EtaMemory[];
  readonly reached: Readonly<Partial<Record<ReachedState, ReachedMemory>>>;
  /** The states that must not be raised again. */
  readonly raised: readonly ReachedState[];
  readonly omission?: OmissionMemory | undefined;
  /** The parts of the release as last given. */
  readonly release: Readonly<Partial<Record<string, { readonly value: 'YES' | 'NO'; readonly ref: EvidenceRef }>>>;
  readonly isReleased: boolean;
  /** By container; the empty key is for the notice as a whole. */
  readonly freeDays: Readonly<Record<string, FreeDays>>;
  readonly lastFree?: { readonly localDate: string; readonly ref: EvidenceRef } | undefined;
  readonly charges?: { readonly sums: readonly ChargeSum[]; readonly ref: EvidenceRef } | undefined;
  /** The last loss of a match that was detected. */
  readonly lost?: string | undefined;
  readonly open: readonly HeldAlert[];
  /** Hashes of what was raised and closed, the newest last, so that the same evidence raises nothing twice. */
  readonly reported: readonly string[];
}

/** A memory under construction. */
export type FactDraft = { -readonly [Name in keyof FactMemory]: FactMemory[Name] };

/** Reads a memory; undefined if there is none, or if it has another format. */
export function readMemory(memory: ViewMemory | undefined): FactMemory | undefined {
  return memory?.format === memoryFormat ? (memory as FactMemory) : undefined;
}
