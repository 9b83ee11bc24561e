import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { formatCount } from "#app/format/numbers";
import { answerStarted, type BulkPreviewing, loadBulk, saveBulk } from "#app/list/bulk/bulk.server";
import {
	assignmentConsequences,
	assignmentResults,
	reviewerConsequences,
	reviewerResults,
} from "#app/list/bulk/bulk-sentences";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { previewAssignment, updateAssignments } from "#worker/services/assignments/contract";

type Target = { courseId: string } | { locationId: string | null } | { reviewerId: string | null };
type Kind = "course" | "location" | "reviewer";
type Context = Pick<ActionFunctionArgs, "context" | "request">;

const nouns: Record<Kind, string> = { course: "course", location: "location", reviewer: "user" };

const previewing = (
	{ context }: Context,
	kind: Kind,
	targetOf: (to: string) => Target,
): BulkPreviewing<EndpointResponse<typeof previewAssignment>> => ({
	preview: (rows, to) => context.api.call(previewAssignment, { body: { ...rows, ...targetOf(to) } }),
	sentence: kind === "reviewer" ? reviewerConsequences : assignmentConsequences,
});

export const loadAssignment = (args: Context, kind: Kind, targetOf: (to: string) => Target) =>
	loadBulk(args.request, previewing(args, kind, targetOf));

/** Changes the course, the location or the reviewer of the selected applicants (§2 Applicant modals). */
export const saveAssignments = (args: ActionFunctionArgs, kind: Kind, targetOf: (to: string) => Target) =>
	saveBulk(args, {
		endpoint: updateAssignments,
		chooseTarget: `Choose a ${nouns[kind]}`,
		previewing: previewing(args, kind, targetOf),
		consequence: (count) => formatCount(count, "applicant change", "applicants change"),
		run: ({ rows, to, asOf }, key) =>
			args.context.api.call(updateAssignments, { body: { ...rows, ...targetOf(to), asOf } }, key),
		done: (started) => {
			const summary = (kind === "reviewer" ? reviewerResults : assignmentResults)(started.name, started.outcomes);
			return answerStarted(args, started, { kind, underway: "Applicants are being changed", whole: summary, summary });
		},
	});
