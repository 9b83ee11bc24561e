import { type ActionFunctionArgs, json, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { listOf } from "#app/records/record.server";
import { courseScreen } from "#app/routes/courses/screen";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { setCourseStatus } from "#worker/services/courses/contract";

const StatusForm = v.object({
	id: v.string(),
	status: v.picklist(["active", "disabled"]),
	version: v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)),
});

/** Offers a course again, or no longer, and returns to the list, or answers why it was refused. */
export const switchStatus = async (args: ActionFunctionArgs) => {
	const { api, session } = await requireAccess(args, setCourseStatus);
	const form = await readSignedInForm(args.request, args.context);
	const read = v.safeParse(StatusForm, Object.fromEntries(form));
	if (!read.success) return json({ error: "Reload the page and try again." }, { status: 422 });
	const { id, ...body } = read.output;
	const switched = await api.call(setCourseStatus, { params: { id }, body });
	if (!switched.ok && switched.problem.status === 404) orThrow(switched);
	if (!switched.ok) {
		const { code, error } = switched.problem;
		const text =
			code === "changed_meanwhile"
				? "This {course} was changed by somebody else. Look at it again before you change its status."
				: error;
		return json({ error: text }, { status: httpStatus(switched.problem) });
	}
	const { status } = switched.value;
	session.flash({ kind: "success", message: `“${courseScreen.nameOf(switched.value)}” is ${status} now` });
	return redirect(listOf(args, courseScreen));
};
