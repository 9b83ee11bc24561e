import { pageOfAll } from "#worker/contract/page";
import { ok } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { openRecord } from "#worker/records/operations";
import { serveRecords } from "#worker/records/serve-records";
import { allApplications } from "#worker/services/applications/search.queries";
import {
	exportCoupon,
	listCouponItems,
	listCouponUses,
	listDiscountedApplications,
} from "#worker/services/coupons/contract";
import { pageOfItems, pageOfUses } from "#worker/services/coupons/queries";
import { coupon } from "#worker/services/coupons/record";
import { startExport } from "#worker/services/coupons/start-export";

export const couponsRoutes = (app: App): void => {
	// why before the records: their paths end with any id.
	serve(app, listDiscountedApplications, async (ctx, { query }) => ok(pageOfAll(await allApplications(ctx), query)));
	serveRecords(app, coupon);
	serve(app, listCouponItems, async (ctx, { params, query }) => {
		const found = await openRecord(ctx, coupon, params.id);
		return found.ok ? ok(await pageOfItems(ctx, params.id, query)) : found;
	});
	serve(app, listCouponUses, async (ctx, { params, query }) => {
		const found = await openRecord(ctx, coupon, params.id);
		return found.ok ? ok(await pageOfUses(ctx, params.id, query)) : found;
	});
	serve(app, exportCoupon, (ctx, { params }) => startExport(ctx, params.id));
};
