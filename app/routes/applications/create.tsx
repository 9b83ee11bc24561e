import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { mayWrite } from "#app/records/load-records.server";
import { applicationChoices } from "#app/routes/applications/application-choices.server";
import { ApplicationForm, keepApplication } from "#app/routes/applications/application-form";
import { saveApplication } from "#app/routes/applications/application-form.server";
import { applicationScreen } from "#app/routes/applications/screen";
import { may, mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { Callout } from "#app/ui/callout";
import { PageHeader } from "#app/ui/page/page-header";
import { problem } from "#worker/contract/problems";
import { createApplication } from "#worker/services/applications/contract";

export const meta = titled("New application");

export const loader = async (args: LoaderFunctionArgs) => {
	const { user, api } = await requireAccess(args, may.openNewApplication);
	const choices = await applicationChoices(api);
	const maySave = mayWrite(user, applicationScreen, createApplication);
	const isOfPart = !maySave && mayCall(user, createApplication);
	const whyNot = isOfPart
		? problem("whole_institution_needed").error
		: "You can change applications, but not create one.";
	return json({ choices, maySave, whyNot, now: Date.now(), idempotencyKey: crypto.randomUUID() });
};

export const action = async (args: ActionFunctionArgs) =>
	saveApplication(args, await requireAccess(args, createApplication), null);

export const clientAction = keepApplication;

export const { handle, shouldRevalidate } = shows({});

/** §2: a new application. */
const NewApplication = () => {
	const data = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const { orgName } = useShell();
	return (
		<div className="grid max-w-4xl grid-cols-1 gap-4">
			<PageHeader back={{ to: `/${orgName}/applications`, label: "Applications" }} title="New application" />
			{!data.maySave && <Callout tone="warning">{data.whyNot}</Callout>}
			<ApplicationForm application={null} answer={answer} {...data} />
		</div>
	);
};
export default NewApplication;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
