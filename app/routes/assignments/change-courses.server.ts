import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { BatchCourseForm } from "#app/list/bulk/assignment-form";
import { choiceOf } from "#app/list/bulk/batch-target";
import { previewOf, saveDetails } from "#app/list/bulk/bulk.server";
import { askedOfBatch, shownApplication } from "#app/list/bulk/read-batch-address.server";
import { firstError } from "#app/list/first-error";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { previewDetails, updateDetails } from "#worker/services/assignments/contract";

/** The chosen applicants, the application's courses, and in numbers what changing to the chosen one would do. */
export const loadCourses = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, previewDetails);
	const { params, chosen, choice, to } = askedOfBatch(args.request);
	const [application, preview] = await Promise.all([
		shownApplication(args.context.api, params),
		previewOf(args.context, { ...choice, courseId: to }),
	]);
	const courses = application.courses.map(({ course }) => course);
	return json({ chosen, to, courses, preview, idempotencyKey: crypto.randomUUID() });
};

/** Gives the selection the chosen course in one piece and says what became of each (§4). */
export const changeSelection = async (args: ActionFunctionArgs) => {
	await requireAccess(args, updateDetails);
	const form = await readSignedInForm(args.request, args.context);
	const submission = parseWithValibot(form, { schema: BatchCourseForm });
	if (submission.status !== "success") return json({ error: firstError(submission), outcome: null }, { status: 422 });
	const { id: ids, all, expected, courseId, asOf, ...confirmed } = submission.value;
	const choice = choiceOf(new URL(args.request.url).searchParams, { ids, isAll: all === "1" }, expected);
	return saveDetails(args, { ...choice, courseId, asOf }, confirmed);
};
