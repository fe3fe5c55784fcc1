// Written by codegen.ts. Do not edit; run `npm run codegen`.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocument } from '../document.ts';
export type ArrivalNoticeVersionHeadQueryVariables = Exact<{ [key: string]: never; }>;


export type ArrivalNoticeVersionHeadQuery = { readonly arrivalNoticeVersionLog: { readonly cursor: string } | null };

export type ArrivalNoticeNotificationHeadQueryVariables = Exact<{ [key: string]: never; }>;


export type ArrivalNoticeNotificationHeadQuery = { readonly arrivalNoticeNotificationLog: { readonly cursor: string } | null };

export type PortCallEventHeadQueryVariables = Exact<{ [key: string]: never; }>;


export type PortCallEventHeadQuery = { readonly portCallEventLog: { readonly cursor: string } | null };

export type ArrivalAlertHeadQueryVariables = Exact<{ [key: string]: never; }>;


export type ArrivalAlertHeadQuery = { readonly arrivalAlertLog: { readonly cursor: string } | null };

export const ArrivalNoticeVersionHeadDocument: TypedDocument<ArrivalNoticeVersionHeadQuery, ArrivalNoticeVersionHeadQueryVariables> = `query ArrivalNoticeVersionHead {
  arrivalNoticeVersionLog(first: 1) {
    cursor
  }
}`;

export const ArrivalNoticeNotificationHeadDocument: TypedDocument<ArrivalNoticeNotificationHeadQuery, ArrivalNoticeNotificationHeadQueryVariables> = `query ArrivalNoticeNotificationHead {
  arrivalNoticeNotificationLog(first: 1) {
    cursor
  }
}`;

export const PortCallEventHeadDocument: TypedDocument<PortCallEventHeadQuery, PortCallEventHeadQueryVariables> = `query PortCallEventHead {
  portCallEventLog(first: 1) {
    cursor
  }
}`;

export const ArrivalAlertHeadDocument: TypedDocument<ArrivalAlertHeadQuery, ArrivalAlertHeadQueryVariables> = `query ArrivalAlertHead {
  arrivalAlertLog(first: 1) {
    cursor
  }
}`;
