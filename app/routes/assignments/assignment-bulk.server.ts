import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { formatCount } from "#app/format/numbers";
import { answerStarted, loadBulk, saveBulk } from "#app/list/bulk/bulk.server";
import { assignmentConsequences, assignmentResults } from "#app/list/bulk/bulk-sentences";
import { previewAssignment, updateAssignments } from "#worker/services/assignments/contract";

type Target = { courseId: string } | { locationId: string };
type Context = Pick<ActionFunctionArgs, "context" | "request">;

export const loadAssignment = ({ context, request }: Context, targetOf: (to: string) => Target) =>
	loadBulk(request, {
		preview: (rows, to) => context.api.call(previewAssignment, { body: { ...rows, ...targetOf(to) } }),
		sentence: assignmentConsequences,
	});

/** Changes the course or the location of the selected applicants (§2 Applicant modals). */
export const saveAssignments = (
	args: ActionFunctionArgs,
	kind: "course" | "location",
	targetOf: (to: string) => Target,
) =>
	saveBulk(args, {
		endpoint: updateAssignments,
		chooseTarget: `Choose a ${kind}`,
		consequence: (count) => formatCount(count, "applicant change", "applicants change"),
		run: ({ rows, to, asOf }, key) =>
			args.context.api.call(updateAssignments, { body: { ...rows, ...targetOf(to), asOf } }, key),
		done: (started) => {
			const summary = assignmentResults(started.name, started.outcomes);
			return answerStarted(args, started, { kind, underway: "Applicants are being changed", whole: summary, summary });
		},
	});
