import { longestRise } from "#worker/contract/forms/compare-layouts";
import type { WorkflowStep } from "#worker/services/workflows/contract";
import type { WorkflowChange } from "#worker/services/workflows/drafts.contract";

/** Returns what differs between two states of a workflow: one change a step, in the order of the newer one. */
export const compareSteps = (before: readonly WorkflowStep[], after: readonly WorkflowStep[]): WorkflowChange[] => {
	const inOrder = stayedInOrder(before, after);
	const changed = after.flatMap((step, index) => {
		const was = before.find(({ id }) => id === step.id);
		if (!was) return [changeOf(step, ["added"], [], `“${step.name}” was added`)];
		const parts = partsOf(was, step);
		const isMoved = !inOrder.has(step.id);
		if (!isMoved && parts.length === 0) return [];
		const kinds: WorkflowChange["kinds"] = [
			...(isMoved ? ["moved" as const] : []),
			...(parts.length > 0 ? ["changed" as const] : []),
		];
		const place = isMoved ? placeAfter(after[index - 1]) : undefined;
		return [changeOf(step, kinds, parts, describeChange(was, step, parts, place))];
	});
	const removed = before.filter(({ id }) => !after.some((step) => step.id === id));
	return [...changed, ...removed.map((step) => changeOf(step, ["removed"], [], `“${step.name}” was removed`))];
};

const changeOf = (
	{ id: stepId, name }: WorkflowStep,
	kinds: WorkflowChange["kinds"],
	parts: WorkflowChange["parts"],
	text: string,
): WorkflowChange => ({ stepId, name, kinds, parts, text });

/** The steps of both that come in the same order: as few others as can have been moved. */
const stayedInOrder = (before: readonly WorkflowStep[], after: readonly WorkflowStep[]): Set<string> => {
	const places = after.map(({ id }) => before.findIndex((step) => step.id === id)).filter((place) => place >= 0);
	return new Set([...longestRise(places)].flatMap((place) => before[place]?.id ?? []));
};

const placeAfter = (step: WorkflowStep | undefined): string =>
	step ? `moved after “${step.name}”` : "moved to the beginning";

const sameList = (one: readonly string[] | null, other: readonly string[] | null) =>
	one?.toSorted().join() === other?.toSorted().join();
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

const isSame: Record<WorkflowChange["parts"][number], (was: WorkflowStep, is: WorkflowStep) => boolean> = {
	name: (was, is) => was.name === is.name,
	type: (was, is) => was.type === is.type,
	email: (was, is) => was.emailTemplate?.id === is.emailTemplate?.id,
	letter: (was, is) => was.pdfTemplate?.id === is.pdfTemplate?.id,
	sms: (was, is) => was.smsTemplate?.id === is.smsTemplate?.id,
	files: (was, is) => sameList(ids(was.attachments), ids(is.attachments)),
	next: (was, is) => sameList(was.nextStepIds, is.nextStepIds),
	roles: (was, is) => sameList(ids(was.roles), ids(is.roles)),
	requirements: (was, is) => sameList(was.requirements, is.requirements),
	approval: (was, is) => was.needsApproval === is.needsApproval,
};

const partsOf = (was: WorkflowStep, is: WorkflowStep): WorkflowChange["parts"] =>
	(Object.keys(isSame) as WorkflowChange["parts"]).filter((part) => !isSame[part](was, is));

const labels: Record<WorkflowChange["parts"][number], string> = {
	name: "name",
	type: "type",
	email: "email",
	letter: "letter",
	sms: "SMS",
	files: "files",
	next: "which stages may follow",
	roles: "who may move applicants there",
	requirements: "what applicants need",
	approval: "whether a second person must approve",
};

const describeChange = (
	was: WorkflowStep,
	is: WorkflowStep,
	parts: WorkflowChange["parts"],
	place: string | undefined,
): string => {
	const others = parts.filter((part) => part !== "name").map((part) => labels[part]);
	const done = [...(place ? [place] : []), ...(others.length > 0 ? [`changed: ${others.join(", ")}`] : [])];
	const said = done.length > 0 ? [`was ${done.join(" and ")}`] : [];
	if (was.name !== is.name) return [`“${was.name}” is now “${is.name}”`, ...said].join(", and ");
	return `“${is.name}” ${said.join("")}`;
};
