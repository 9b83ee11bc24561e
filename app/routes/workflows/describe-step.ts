import { formatCount } from "#app/format/numbers";
import { requirementLabels } from "#worker/contract/stage-rules";
import { describeStageType } from "#worker/contract/stage-types";
import { missing } from "#worker/contract/text/missing";
import type { WorkflowStep } from "#worker/services/workflows/contract";

/** Returns the rules of a stage in words; none while any stage may follow and everybody may move anybody there. */
export const rulesOf = (
	{ nextStepIds, roles, requirements, needsApproval }: WorkflowStep,
	steps: readonly WorkflowStep[],
): string[] => {
	const nameOf = (id: string) => steps.find((step) => step.id === id)?.name ?? "a former stage";
	return [
		...(nextStepIds ? [`Followed by ${nextStepIds.map(nameOf).join(", ") || "no stage"} only`] : []),
		...(roles.length > 0 ? [`Moved here by ${roles.map(({ name }) => name).join(", ")} only`] : []),
		...requirements.map((one) => `Needs: ${requirementLabels[one].toLowerCase()}`),
		...(needsApproval ? ["A second person must approve"] : []),
	];
};

/** Returns what a stage is by the labels of its form, for who has typed another one. */
export const describeStep = (step: WorkflowStep, steps: readonly WorkflowStep[]): [label: string, value: string][] => [
	["Name", step.name],
	["Type", describeStageType(step.type).label],
	["Email", step.emailTemplate?.name ?? missing],
	["Letter", step.pdfTemplate?.name ?? missing],
	["SMS", step.smsTemplate?.name ?? missing],
	["Files", formatCount(step.attachments.length, "file")],
	["Rules", rulesOf(step, steps).join("; ") || missing],
];
