import type { RecordScreen } from "#app/records/screen";
import { workflowScreen } from "#app/routes/workflows/screen";
import type { Workflow } from "#worker/services/workflows/contract";

/** The screen of the dialogs in which a workflow gets its name; its stages are on its page. */
export const nameScreen: RecordScreen<Workflow> = {
	...workflowScreen,
	fields: [
		{ name: "name", label: "Name", description: "It begins with the stage “Apply”. Add the others on its page." },
	],
};

export const renameScreen: RecordScreen<Workflow> = { ...workflowScreen, fields: [{ name: "name", label: "Name" }] };
