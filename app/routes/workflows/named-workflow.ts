import * as v from "valibot";
import { workflowRecord } from "#worker/services/workflows/contract";

const { create, update } = workflowRecord;
const { name } = create.body.entries;
const { version } = update.body.entries;

/** The endpoints of a workflow for the dialogs that name it: what is left out of a change stays. */
export const namedWorkflow = {
	...workflowRecord,
	create: { ...create, body: v.strictObject({ name }) },
	update: { ...update, body: v.strictObject({ name, version }) },
};
