import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useNavigation } from "@remix-run/react";
import * as v from "valibot";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { formatCount } from "#app/format/numbers";
import { may, mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { TextField } from "#app/ui/form/text-field";
import { PageHeader } from "#app/ui/page/page-header";
import {
	getOrganisation,
	maxUndoWindowSeconds,
	UndoWindowSeconds,
	updateOrganisation,
} from "#worker/services/organisation/contract";

export const meta = titled("System Settings");

/** Loads the institution's settings (§2 Configurations). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user } = await requireAccess(args, may.seeSettings);
	const { undoWindowSeconds } = orThrow(await args.context.api.call(getOrganisation, {}));
	return json({ undoWindowSeconds, mayChange: mayCall(user, updateOrganisation) });
};

const typedOf = (form: FormData) => ({ undoWindowSeconds: String(form.get("undoWindowSeconds") ?? "") });

const SettingsForm = v.object({ undoWindowSeconds: UndoWindowSeconds });

export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, updateOrganisation);
	const form = await readSignedInForm(args.request, args.context);
	const typed = typedOf(form);
	const submission = parseWithValibot(form, { schema: SettingsForm });
	if (submission.status !== "success")
		return json({ typed, errors: submission.error?.undoWindowSeconds ?? [], error: null }, { status: 422 });
	const saved = await api.call(updateOrganisation, { body: submission.value });
	if (saved.ok) {
		session.flash({ kind: "success", message: savedAs(saved.value.undoWindowSeconds) });
		return redirect(`/${orgName}/configurations`);
	}
	const errors = saved.problem.fields?.undoWindowSeconds ?? [];
	const error = errors.length > 0 ? null : saved.problem.error;
	return json({ typed, errors, error }, { status: httpStatus(saved.problem) });
};

const savedAs = (undoWindowSeconds: number): string =>
	undoWindowSeconds === 0
		? "Emails of a stage change now go out at once"
		: `A change can now be undone for ${formatCount(undoWindowSeconds, "second")}`;

export const clientAction = keepPage<typeof action>(({ form, problem: { error } }) => ({
	...{ typed: typedOf(form), errors: [], error },
}));

export const { handle, shouldRevalidate } = shows({ organisation: true });

/** §2 System Settings. */
const Configurations = () => {
	const { undoWindowSeconds, mayChange } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const { formAction } = useNavigation();
	return (
		<div className="grid max-w-3xl gap-4">
			<PageHeader title="System Settings" />
			<Card className="p-5">
				<h2 className="mb-3 text-lg">Stage changes</h2>
				<SignedInForm id="settings" className="grid gap-4">
					<FormErrors errors={answer?.error ? [answer.error] : []} />
					<fieldset disabled={!mayChange} className="contents">
						<TextField
							inputMode="numeric"
							name="undoWindowSeconds"
							label="Time to undo a change"
							aside="Seconds"
							description={`0 to ${maxUndoWindowSeconds} seconds. A change of stage, course or posting can be undone for this long, and the emails of a stage change wait. 0 sends them at once.`}
							defaultValue={answer?.typed.undoWindowSeconds ?? undoWindowSeconds}
							errors={answer?.errors ?? []}
							autoComplete="off"
							required
						/>
					</fieldset>
					{mayChange ? (
						<Button variant="primary" className="justify-self-start" pending={formAction?.endsWith("/configurations")}>
							Save
						</Button>
					) : (
						<p className="text-text-2">You can see these settings, but not change them.</p>
					)}
				</SignedInForm>
			</Card>
		</div>
	);
};
export default Configurations;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
