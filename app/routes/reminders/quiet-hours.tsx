import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useNavigation } from "@remix-run/react";
import * as v from "valibot";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { reminderScreen } from "#app/routes/reminders/screen";
import { mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { TextField } from "#app/ui/form/text-field";
import { PageHeader } from "#app/ui/page/page-header";
import { Tabs } from "#app/ui/page/tabs";
import { TimeOfDay } from "#worker/contract/time-of-day";
import { getOrganisation, updateOrganisation } from "#worker/services/organisation/contract";
import { reminderRecord } from "#worker/services/reminders/contract";

export const meta = titled("Quiet hours");

const QuietHoursForm = v.object({ quietFrom: TimeOfDay, quietUntil: TimeOfDay });

export const loader = async (args: LoaderFunctionArgs) => {
	const { user, api } = await requireAccess(args, reminderRecord.history);
	const { quietFrom, quietUntil, timeZone } = orThrow(await api.call(getOrganisation, {}));
	return json({ quietFrom, quietUntil, timeZone, mayChange: mayCall(user, updateOrganisation) });
};

export const action = async (args: ActionFunctionArgs) => {
	const { api, session, orgName } = await requireAccess(args, updateOrganisation);
	const form = await readSignedInForm(args.request, args.context);
	const submission = parseWithValibot(form, { schema: QuietHoursForm });
	if (submission.status !== "success") return json({ result: submission.reply() }, { status: 422 });
	const saved = await api.call(updateOrganisation, { body: submission.value });
	if (!saved.ok)
		return json({ result: replyWithProblem(submission, saved.problem) }, { status: httpStatus(saved.problem) });
	session.flash({ kind: "success", message: "The quiet hours were saved" });
	return redirect(`/${orgName}/notifications/quiet-hours`);
};

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: QuietHoursForm }), problem),
}));

export const { handle, shouldRevalidate } = shows({ organisation: true });

/** The hours in which no reminder is sent. */
const QuietHours = () => {
	const { mayChange, timeZone, ...saved } = useLoaderData<typeof loader>();
	const { result } = useKeptAnswer<typeof action>() ?? {};
	const { orgName } = useShell();
	const { formMethod } = useNavigation();
	const typed = { ...saved, ...(result?.initialValue as Partial<typeof saved> | undefined) };
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				title={reminderScreen.title}
				description="Between these times no reminder is sent. What falls into them waits for their end."
			/>
			<Tabs
				label={reminderScreen.title}
				tabs={(reminderScreen.tabs ?? []).map(({ path, label }) => ({
					...{ to: `/${orgName}/${path}`, label, current: path.endsWith("/quiet-hours") },
				}))}
			/>
			<Card className="max-w-3xl p-5">
				<SignedInForm id="quiet-hours" noValidate className="grid gap-4">
					<FormErrors errors={result?.error?.[""] ?? null} />
					<fieldset disabled={!mayChange} className="contents">
						<TextField
							type="time"
							name="quietFrom"
							label="From"
							description={`In the time zone ${timeZone}.`}
							defaultValue={typed.quietFrom}
							errors={result?.error?.quietFrom ?? null}
							required
						/>
						<TextField
							type="time"
							name="quietUntil"
							label="Until"
							description="The same time twice lets reminders go out at any hour."
							defaultValue={typed.quietUntil}
							errors={result?.error?.quietUntil ?? null}
							required
						/>
					</fieldset>
					{mayChange ? (
						<Button variant="primary" className="justify-self-start" pending={formMethod === "POST"}>
							Save quiet hours
						</Button>
					) : (
						<p className="text-text-2">You can see these settings, but not change them.</p>
					)}
				</SignedInForm>
			</Card>
		</div>
	);
};
export default QuietHours;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
