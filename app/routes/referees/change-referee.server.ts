import type { Submission } from "@conform-to/react";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { replyWithProblem } from "#app/api/form-answer";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { formatWait } from "#app/format/span";
import { readSheetSearch } from "#app/list/list-address";
import { mergedMeanwhile } from "#app/list/sheet/merged-meanwhile.server";
import { refusal } from "#app/session/refusal.server";
import { fieldText } from "#app/ui/form/field-text";
import type { Result } from "#worker/contract/result";
import { getOrganisation } from "#worker/services/organisation/contract";
import { listReferees } from "#worker/services/referees/contract";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

export const paramsOf = ({ params }: Args) => ({ id: params.applicantId ?? "", refereeId: params.refereeId ?? "" });

/** Reads the referees of the sheet's applicant, with the places that are open. */
export const readReferees = async (args: Args) => {
	const { id } = paramsOf(args);
	return orThrow(await args.context.api.call(listReferees, { params: { id } }));
};

/** Reads the referee that the address names. @throws 404 without one */
export const readOneReferee = async (args: Args) => {
	const { data } = await readReferees(args);
	const referee = data.find(({ id }) => id === args.params.refereeId);
	if (!referee) throw refusal("not_found");
	const { name, email, phone, status } = referee;
	return { name, email, phone: phone ?? "", isSubmitted: status === "submitted" };
};

/** Returns the phone number that the form's user saw. why from the form itself: a read one is left out when it is empty. */
export const seenPhoneIn = (form: FormData) =>
	form.has("seenPhone") ? { seenPhone: fieldText(form.get("seenPhone")) } : {};

/** "in 30 seconds": when a referee at a new address is asked. */
export const readAskedWhen = async ({ context }: Args): Promise<string> => {
	const { undoWindowSeconds } = orThrow(await context.api.call(getOrganisation, {}));
	return undoWindowSeconds === 0 ? "at once" : `in ${formatWait(undoWindowSeconds)}`;
};

/** Returns to the tab with a message, or to the dialog with the errors and what was typed. */
export const answerChange = async <T>(
	args: ActionFunctionArgs & { orgName: string },
	submission: Submission<T>,
	{ changed, message, hasTab = true }: { changed: Result<unknown>; message: string; hasTab?: boolean },
) => {
	const { context, request, orgName } = args;
	const { id } = paramsOf(args);
	if (changed.ok) {
		context.session.flash({ kind: "success", message });
		const search = readSheetSearch(new URL(request.url).searchParams);
		return redirect(`/${orgName}/applicants/${id}${hasTab ? "/referees" : ""}${search}`);
	}
	const { problem } = changed;
	const merged = problem.status === 404 ? await mergedMeanwhile(context, id) : null;
	if (merged !== null) return json({ result: submission.reply({ formErrors: [merged] }), seen: null }, { status: 409 });
	if (problem.status === 404) orThrow(changed);
	const seen = problem.code === "referee_changed" ? await readOneReferee(args) : null;
	return json({ result: replyWithProblem(submission, problem), seen }, { status: httpStatus(problem) });
};
