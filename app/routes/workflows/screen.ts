import { FileUp, Workflow as WorkflowIcon } from "lucide-react";
import { createElement } from "react";
import { formatNumber } from "#app/format/numbers";
import type { RecordScreen } from "#app/records/screen";
import { StepsInHistory } from "#app/routes/workflows/steps-in-history";
import { WorkflowState } from "#app/routes/workflows/workflow-state";
import type { Choice } from "#app/ui/form/choice";
import { screenProblems } from "#worker/contract/screen-problems";
import type { Workflow } from "#worker/services/workflows/contract";

/** The workflows of an institution (§2 Workflow). */
export const workflowScreen: RecordScreen<Workflow> = {
	kind: "workflow",
	isOfWhole: true,
	path: "workflow",
	title: "Workflow Process",
	icon: WorkflowIcon,
	one: "workflow",
	many: "workflows",
	description: "The stages that applicants go through, from the first to admission.",
	page: { path: "workflow", create: "workflow/new" },
	failed: { fetch: screenProblems.internal.message, delete: screenProblems.internal.message },
	nameOf: ({ name }) => name,
	columns: () => [
		{ heading: "Name", card: "title", sort: "name", text: ({ name }) => name },
		{
			heading: "State",
			width: 160,
			card: "line",
			cell: ({ hasDraft }) => createElement(WorkflowState, { hasDraft }),
		},
		{ heading: "Stages", width: 120, numeric: true, card: "line", cell: ({ steps }) => formatNumber(steps.length) },
		{
			heading: "Applications",
			width: 140,
			numeric: true,
			card: "aside",
			cell: ({ applications }) => formatNumber(applications),
		},
	],
	sortedBy: "name",
	fields: [
		{ name: "name", label: "Name" },
		{
			as: "own",
			name: "steps",
			label: "Stages",
			shown: (steps: unknown, choices: readonly Choice[]) => createElement(StepsInHistory, { steps, choices }),
		},
	],
	search: { name: "name", placeholder: "Name of a workflow" },
	more: [{ path: "import", label: "Import", icon: FileUp }],
	uses: ({ id, applications }, { base }) => [{ count: applications, one: "application", to: `${base}/workflow/${id}` }],
};
