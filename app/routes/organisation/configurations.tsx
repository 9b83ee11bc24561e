import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useNavigate } from "@remix-run/react";
import { History, Pencil } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { openLater } from "#app/api/later.server";
import { orThrow } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { formatWait } from "#app/format/span";
import { Plan } from "#app/routes/organisation/plan";
import { LogoPicture, ShownContacts } from "#app/routes/organisation/setting-parts";
import { may, mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { type Command, useCommands } from "#app/shell/commands";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { LinkButton } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { Later } from "#app/ui/later";
import { PageHeader } from "#app/ui/page/page-header";
import { infoLines, SkeletonLines } from "#app/ui/page/skeleton";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import { missing } from "#worker/contract/text/missing";
import { getOrganisation, type Organisation } from "#worker/services/organisation/contract";
import { updateOrganisation } from "#worker/services/organisation/settings.contract";
import { getSubscription } from "#worker/services/subscriptions/contract";

export const meta = titled("System Settings");

/** Loads the institution's settings (§2 Configurations). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, api, orgName } = await requireAccess(args, may.seeSettings);
	const later = openLater(args);
	// why later: the service is elsewhere, and no setting waits for it.
	const plan = later.ask(() => api.call(getSubscription, { params: { id: orgName } }));
	const organisation = orThrow(await api.call(getOrganisation, {}));
	return later.respond({ organisation, mayChange: mayCall(user, updateOrganisation) }, { plan });
};

export const { handle, shouldRevalidate } = shows({ organisation: true });

const undoWindow = (seconds: number): string => (seconds === 0 ? "None: emails are sent at once" : formatWait(seconds));

interface Part {
	path: string;
	title: string;
	content(organisation: Organisation): ReactNode;
}

const Nothing = () => <p className="text-text-3">{missing}</p>;

const parts: readonly Part[] = [
	{
		path: "logo",
		title: "Logo",
		content: ({ logoUrl }) => (logoUrl ? <LogoPicture src={logoUrl} alt="The logo" /> : <Nothing />),
	},
	{
		path: "institution",
		title: "Institution",
		content: ({ name, address, timeZone, aliases, applicantSiteUrl }) => (
			<DescriptionList>
				<DescriptionItem label="Name">{name}</DescriptionItem>
				<DescriptionItem label="Postal address">{address}</DescriptionItem>
				<DescriptionItem label="Time zone">{timeZone}</DescriptionItem>
				<DescriptionItem label="Word for a course">{aliases.course}</DescriptionItem>
				<DescriptionItem label="Applicant site">{applicantSiteUrl}</DescriptionItem>
			</DescriptionList>
		),
	},
	{
		path: "contacts",
		title: "Contacts",
		content: ({ contacts }) => (contacts.length > 0 ? <ShownContacts contacts={contacts} /> : <Nothing />),
	},
	{
		path: "portal",
		title: "Login page",
		content: ({ portal: { title, welcomeMessage } }) => (
			<DescriptionList columns={1}>
				<DescriptionItem label="Portal title">{title}</DescriptionItem>
				<DescriptionItem label="Welcome message" stacks>
					{welcomeMessage && <span className="whitespace-pre-line wrap-anywhere">{welcomeMessage}</span>}
				</DescriptionItem>
			</DescriptionList>
		),
	},
	{
		path: "stage-changes",
		title: "Stage changes",
		content: ({ undoWindowSeconds }) => (
			<DescriptionList columns={1}>
				<DescriptionItem label="Time to undo a change">{undoWindow(undoWindowSeconds)}</DescriptionItem>
			</DescriptionList>
		),
	},
	{
		path: "quiet-hours",
		title: "Quiet hours",
		content: ({ quietFrom, quietUntil }) => (
			<DescriptionList columns={1}>
				<DescriptionItem label="Reminders wait">
					{quietFrom === quietUntil ? "Never" : `From ${quietFrom} to ${quietUntil}`}
				</DescriptionItem>
			</DescriptionList>
		),
	},
	{
		path: "logs",
		title: "Logs",
		content: ({ logRetentionMonths }) => (
			<DescriptionList columns={1}>
				<DescriptionItem label="Entries are kept">
					{logRetentionMonths === null ? "For ever" : `For ${formatCount(logRetentionMonths, "month")}`}
				</DescriptionItem>
			</DescriptionList>
		),
	},
];

/** §2 System Settings. */
const Configurations = () => {
	const { organisation, mayChange, plan } = useLoaderData<typeof loader>();
	const { orgName } = useShell();
	const here = `/${orgName}/configurations`;
	usePartCommands(here, mayChange);
	return (
		<div className="grid max-w-3xl grid-cols-1 gap-4">
			<PageHeader
				title="System Settings"
				{...(!mayChange && { description: "You can see these settings, but not change them." })}
				actions={
					<LinkButton to={`${here}/history`} icon={History} preventScrollReset>
						History
					</LinkButton>
				}
			/>
			{parts.map(({ path, title, content }) => (
				<Card key={path} className="p-5">
					<div className="mb-2 flex items-center justify-between gap-3">
						<h2 className="text-lg">{title}</h2>
						{mayChange && (
							<LinkButton to={`${here}/${path}`} icon={Pencil} size="small" preventScrollReset>
								Change<VisuallyHidden> {title.toLowerCase()}</VisuallyHidden>
							</LinkButton>
						)}
					</div>
					{content(organisation)}
				</Card>
			))}
			<Card className="p-5">
				<h2 className="mb-2 text-lg">Plan</h2>
				<Later part={plan} skeleton={<SkeletonLines lines={infoLines.many} label="Loading the plan" />}>
					{(subscription) => <Plan {...subscription} />}
				</Later>
			</Card>
			<DialogOutlet />
		</div>
	);
};
export default Configurations;

/** Commands of the page: to change each part, and to see its history. */
const usePartCommands = (here: string, mayChange: boolean): void => {
	const navigate = useNavigate();
	const commands = useMemo<Command[]>(() => {
		const open = (path: string) => () => navigate(`${here}/${path}`, { preventScrollReset: true });
		const group = "This page";
		const history = { id: "settings-history", title: "History of the settings", icon: History } as const;
		return [
			...(mayChange ? parts : []).map(({ path, title }) => ({
				...({ id: `settings-${path}`, title: `Change ${title.toLowerCase()}`, group, icon: Pencil } as const),
				run: open(path),
			})),
			{ ...history, group, run: open("history") },
		];
	}, [here, mayChange, navigate]);
	useCommands(commands);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
