import { describe } from 'vitest';
import { describeAlertVisibility } from './alert-visibility.ts';
import { describeArrivalQueries } from './arrival-queries.ts';
import { describeArrivalRemovals } from './arrival-removals.ts';
import { describeArrivals } from './arrival-store.ts';
import { describeDeliverer } from './deliverer.ts';
import { describeDeliveries } from './delivery-store.ts';
import { describeAppend } from './version-store-append.ts';
import { describeCurrentRows } from './version-store-current-rows.ts';
import { describeDeployment } from './version-store-deployment.ts';
import { describeErasure } from './version-store-erasure.ts';
import { describeHistory } from './version-store-history.ts';
import { describeSharedLines } from './version-store-lines.ts';
import { describeLog } from './version-store-log.ts';
import { describeCounts, describeProperty } from './version-store-property.ts';
import { describeRemovals } from './version-store-removals.ts';
import type { OpenStore } from './version-store-samples.ts';

/**
 * Defines the suite that every store has to pass.
 *
 * @param name name of the store, for the report
 * @param openStore opens a store over separate data; the suite disposes of it
 */
export function describeStore(name: string, openStore: OpenStore): void {
  describe(`${name}: writing`, () => describeAppend(openStore));
  describe(`${name}: entities`, () => describeCurrentRows(openStore));
  describe(`${name}: histories`, () => describeHistory(openStore));
  describe(`${name}: log`, () => describeLog(openStore));
  describe(`${name}: shared lines`, () => describeSharedLines(openStore));
  describe(`${name}: removals`, () => describeRemovals(openStore));
  describe(`${name}: erasure`, () => describeErasure(openStore));
  describe(`${name}: deliveries`, () => describeDeliveries(openStore));
  describe(`${name}: deliverers`, () => describeDeliverer(openStore));
  describe(`${name}: arrivals`, () => describeArrivals(openStore));
  describe(`${name}: lists of arrivals`, () => describeArrivalQueries(openStore));
  describe(`${name}: alerts of notices`, () => describeAlertVisibility(openStore));
  describe(`${name}: arrivals of removed notices`, () => describeArrivalRemovals(openStore));
  describe(`${name}: deployment`, () => describeDeployment(openStore));
  describe(`${name}: any order`, () => describeProperty(openStore));
  describe(`${name}: counts`, () => describeCounts(openStore));
}
