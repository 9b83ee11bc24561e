import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Circle, CircleCheck } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { requireAccess } from "#app/session/require-user.server";
import { firstPermittedPage, navigationFor, settingsScreensFor, toolsFor } from "#app/shell/navigation";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { LinkButton } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { classNames } from "#app/ui/class-names";
import { Glyph } from "#app/ui/glyph";
import { PageHeader } from "#app/ui/page/page-header";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import { capitalise } from "#worker/contract/text/capitalise";
import { getReadiness, type Readiness } from "#worker/services/organisation/contract";

const title = "Get ready to receive applicants";

export const meta = titled(title);

export const loader = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, getReadiness);
	return json({ done: orThrow(await args.context.api.call(getReadiness, {})) });
};

export const { handle, shouldRevalidate } = shows({ users: true, organisation: true, payments: true, "set-up": true });

interface Line {
	key: keyof Readiness;
	title: string;
	about: string;
	/** The screens where it is done; the first that the user can open. */
	paths: readonly string[];
}

/** The lines. @param course the institution's word for a course */
const linesOf = (course: string): readonly Line[] => [
	{
		key: "structure",
		title: "Structure",
		paths: ["admin-levels-item"],
		about: "Faculties, departments or whatever the institution is made of.",
	},
	{
		key: "courses",
		title: `${capitalise(course)} list`,
		paths: ["courses"],
		about: `At least one active ${course} to apply for.`,
	},
	{
		key: "application",
		title: "Application",
		paths: ["applications"],
		about: `An active application with a form, a workflow and a ${course} to apply for.`,
	},
	{
		key: "form",
		title: "Form",
		paths: ["forms"],
		about: "What applicants are asked. A first one came with the institution.",
	},
	{
		key: "workflow",
		title: "Workflow",
		paths: ["workflow"],
		about: "The stages from the first to admission. A first one came with the institution.",
	},
	{
		key: "templates",
		title: "Templates",
		paths: ["templates", "workflow"],
		about: "Emails and letters of the stages. The first came with the institution.",
	},
	{
		key: "payments",
		title: "Payments",
		paths: ["local-payments", "transactions", "configurations"],
		about: "An account at a payment platform, switched on.",
	},
	{ key: "staff", title: "Staff", paths: ["users"], about: "At least one colleague, who has answered the invitation." },
	{
		key: "portal",
		title: "Portal",
		paths: ["configurations"],
		about: "The postal address, a contact, and what the login page says.",
	},
];

/** The checklist of a new institution, which ticks itself from what is there. */
const GetReady = () => {
	const { done } = useLoaderData<typeof loader>();
	const { orgName, organisation, user } = useShell();
	const { privileges } = user;
	const screens = [
		...navigationFor(privileges, organisation.aliases.course),
		...settingsScreensFor(privileges),
		...toolsFor(privileges, { hasOutbox: false, isWhole: true }),
	];
	const lines = linesOf(organisation.aliases.course).map(({ paths, ...line }) => ({
		...line,
		screen: paths.map((path) => screens.find((screen) => screen.path === path)).find(Boolean),
	}));
	const count = lines.filter(({ key }) => done[key]).length;
	const isComplete = count === lines.length;
	return (
		<div className="grid max-w-3xl grid-cols-1 gap-4">
			<PageHeader
				title={title}
				description={
					isComplete
						? "Everything is ready. This page no longer opens by itself; the settings menu leads to it."
						: `${count} of ${lines.length} are done. Each is ticked as soon as it is there. The settings menu leads back here.`
				}
				actions={
					isComplete && (
						<LinkButton to={firstPermittedPage(privileges, orgName)} variant="primary">
							Go to the portal
						</LinkButton>
					)
				}
			/>
			<Card>
				<ul className="divide-y divide-line">
					{lines.map(({ key, title, about, screen }) => (
						<li key={key} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
							<Glyph
								icon={done[key] ? CircleCheck : Circle}
								className={classNames("shrink-0", done[key] ? "text-green" : "text-text-3")}
							/>
							<div className="min-w-0 flex-1 basis-60">
								<p className="font-medium">
									{title}
									<VisuallyHidden>{done[key] ? ": done" : ": to do"}</VisuallyHidden>
								</p>
								<p className="text-text-2">{about}</p>
							</div>
							{screen && (
								<LinkButton to={`/${orgName}/${screen.path}`} size="small">
									Open {screen.label}
									<VisuallyHidden> for {title}</VisuallyHidden>
								</LinkButton>
							)}
						</li>
					))}
				</ul>
			</Card>
		</div>
	);
};
export default GetReady;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
