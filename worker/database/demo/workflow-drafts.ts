import type { Row } from "./insert";
import type { Institution } from "./institution";
import { day } from "./times";

type Draft = Row<"workflowDrafts">;
type DraftedStep = Draft["base"][number];
type Step = Omit<Row<"workflowSteps">, "organisationId"> & { workflowId: string };

interface Setup {
	own: { organisationId: string };
	workflows: Institution["workflows"];
	steps: readonly Step[];
	attachments: readonly Row<"workflowStepAttachments">[];
	idOf(kind: string, key: string): string;
	/** The day before somebody begins to change them. */
	from: number;
}

/** The drafts of workflows that somebody has begun to change: first what a step needs, then a step is added. */
export const workflowDraftsOf = ({ own, workflows, steps, attachments, idOf, from }: Setup): Draft[] =>
	Object.entries(workflows).flatMap(([key, { draft }]) => {
		if (!draft) return [];
		const workflowId = idOf("workflow", key);
		const base = steps
			.filter((step) => step.workflowId === workflowId)
			.map((step) =>
				draftedStep(
					step,
					attachments.filter(({ stepId }) => stepId === step.id).map(({ id }) => id),
				),
			);
		const at = from + day;
		const [ruled, requirements] = draft.needs;
		const [name, type] = draft.adds;
		const needing = base.map((step) => (step.name === ruled ? { ...step, requirements } : step));
		const added = draftedStep({ id: idOf("step", `${key}/${name}`), name, type }, []);
		const place = needing.findIndex((step) => step.name === draft.after) + 1;
		const states = [base, needing, needing.toSpliced(place, 0, added)].map((state) => ({ steps: state, by: null, at }));
		return [{ ...own, workflowId, base, states, state: states.length - 1, updatedAt: at }];
	});

const draftedStep = (
	step: Pick<Step, "id" | "name" | "type"> & Partial<Step>,
	attachmentIds: string[],
): DraftedStep => ({
	id: step.id,
	name: step.name,
	type: step.type,
	emailTemplateId: step.emailTemplateId ?? null,
	pdfTemplateId: step.pdfTemplateId ?? null,
	smsTemplateId: step.smsTemplateId ?? null,
	attachmentIds: attachmentIds.sort(),
	nextStepIds: step.nextStepIds ?? null,
	roleIds: step.roleIds ?? [],
	requirements: step.requirements ?? [],
	needsApproval: step.needsApproval ?? false,
});
