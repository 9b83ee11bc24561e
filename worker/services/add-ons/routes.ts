import * as v from "valibot";
import type { RecordEndpoints } from "#worker/contract/records";
import { fail } from "#worker/contract/result";
import type { App } from "#worker/http/create-app";
import { serve } from "#worker/http/serve";
import { stateOf, updateRecord } from "#worker/records/operations";
import { findRecord } from "#worker/records/queries";
import { serveRecords } from "#worker/records/serve-records";
import { switchAddOn } from "#worker/services/add-ons/contract";
import { addOn } from "#worker/services/add-ons/record";

export const addOnsRoutes = (app: App): void => {
	serveRecords(app, addOn);
	// why as one of a record: it is an update of a single field.
	serve(app, switchAddOn as RecordEndpoints["create"], async (ctx, { body }) => {
		const { id, enabled, version } = v.parse(switchAddOn.body, body);
		const row = await findRecord(ctx, addOn, id);
		// why its version: the other fields are written as they were read.
		const seen = { fields: { ...(row && stateOf(addOn, row)), enabled }, version: version ?? row?.version };
		return row ? updateRecord(ctx, addOn, id, seen) : fail("not_found");
	});
};
