import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useNavigate } from "@remix-run/react";
import { Copy, History, Trash2, Users } from "lucide-react";
import { useMemo } from "react";
import { orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { formatCount } from "#app/format/numbers";
import { mayWrite } from "#app/records/load-records.server";
import { AboutApplication } from "#app/routes/applications/about-application";
import { applicationChoices } from "#app/routes/applications/application-choices.server";
import { ApplicationForm, keepApplication } from "#app/routes/applications/application-form";
import { saveApplication } from "#app/routes/applications/application-form.server";
import { ApplicationStatus } from "#app/routes/applications/application-status";
import { applicationScreen } from "#app/routes/applications/screen";
import { mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { type Command, useCommands } from "#app/shell/commands";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { ProblemPage } from "#app/shell/problem-page";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { LinkButton } from "#app/ui/button";
import { PageHeader } from "#app/ui/page/page-header";
import { screenProblems } from "#worker/contract/screen-problems";
import { countStages } from "#worker/services/applicants/contract";
import {
	applicationRecord,
	createApplication,
	deleteApplication,
	getApplication,
	listApplicationAdminLevelItems,
	updateApplication,
} from "#worker/services/applications/contract";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: `${data?.application.title ?? "Application"} · Matricula` },
];

/** Loads one application with everything it is made of, and how many applicants are at each stage (§2). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, api } = await requireAccess(args, applicationRecord.history);
	const params = { id: args.params.recordId ?? "" };
	const seesApplicants = mayCall(user, countStages);
	const [application, items, stages, choices] = await Promise.all([
		api.call(getApplication, { params }).then(orThrow),
		api.call(listApplicationAdminLevelItems, { params }).then(orThrow),
		seesApplicants ? api.call(countStages, { query: { applicationId: params.id } }).then(orThrow) : null,
		applicationChoices(api),
	]);
	return json({
		application,
		items: items.data,
		stages: stages?.stages ?? null,
		choices,
		now: Date.now(),
		idempotencyKey: crypto.randomUUID(),
		maySave: mayWrite(user, applicationScreen, updateApplication),
		mayCopy: mayWrite(user, applicationScreen, createApplication),
		mayDelete: mayWrite(user, applicationScreen, deleteApplication),
	});
};

export const action = async (args: ActionFunctionArgs) => {
	const opened = await requireAccess(args, updateApplication);
	const params = { id: args.params.recordId ?? "" };
	return saveApplication(args, opened, orThrow(await opened.api.call(getApplication, { params })));
};

export const clientAction = keepApplication;

export const { handle, shouldRevalidate } = shows({
	"set-up": () => "application",
	applicants: ({ params }) => params.recordId,
});

const ManageApplication = () => {
	const data = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const { orgName } = useShell();
	const { application, items, stages, mayCopy, mayDelete } = data;
	const here = `/${orgName}/manage-applications/${application.id}`;
	const applicants = `/${orgName}/applicants?application=${application.id}`;
	useApplicationCommands({ here, applicants: stages && applicants, title: application.title, mayCopy, mayDelete });
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				back={{ to: `/${orgName}/applications`, label: "Applications" }}
				title={application.title}
				context={<ApplicationStatus {...application} />}
				actions={
					<>
						{stages && (
							<LinkButton to={applicants} icon={Users}>
								{formatCount(application.applicants, "applicant")}
							</LinkButton>
						)}
						<LinkButton to={`${here}/history`} icon={History} preventScrollReset>
							History
						</LinkButton>
						{mayCopy && (
							<LinkButton to={`${here}/copy`} icon={Copy} preventScrollReset>
								Copy to the next session
							</LinkButton>
						)}
						{mayDelete && (
							<LinkButton to={`${here}/delete`} icon={Trash2} preventScrollReset>
								Delete
							</LinkButton>
						)}
					</>
				}
			/>
			<div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
				<ApplicationForm answer={answer} {...data} />
				<AboutApplication items={items} stages={stages} applicants={applicants} workflow={application.workflow} />
			</div>
			<DialogOutlet />
		</div>
	);
};
export default ManageApplication;

interface ApplicationCommands {
	here: string;
	/** Null for users who may not see applicants. */
	applicants: string | null;
	title: string;
	mayCopy: boolean;
	mayDelete: boolean;
}

const useApplicationCommands = ({ here, applicants, title, mayCopy, mayDelete }: ApplicationCommands): void => {
	const navigate = useNavigate();
	const commands = useMemo<Command[]>(() => {
		const to = (path: string) => ({
			group: "List" as const,
			keywords: "application intake session",
			run: () => navigate(path, { preventScrollReset: true }),
		});
		return [
			...(applicants
				? [{ ...to(applicants), id: "application-applicants", title: `Applicants of ${title}`, icon: Users }]
				: []),
			{ ...to(`${here}/history`), id: "application-history", title: `History of ${title}`, icon: History },
			...(mayCopy
				? [{ ...to(`${here}/copy`), id: "copy-application", title: `Copy ${title} to the next session`, icon: Copy }]
				: []),
			...(mayDelete
				? [{ ...to(`${here}/delete`), id: "delete-application", title: `Delete ${title}`, icon: Trash2 }]
				: []),
		];
	}, [here, applicants, title, mayCopy, mayDelete, navigate]);
	useCommands(commands);
};

export const ErrorBoundary = () => (
	<ProblemPage
		texts={{
			404: { title: "Unable to Fetch Application", message: "This application does not exist." },
			500: { title: "Unable to Fetch Application", message: screenProblems.internal.message },
		}}
	/>
);
