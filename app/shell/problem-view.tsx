import { isRouteErrorResponse, useLocation, useOutletContext, useParams, useRouteError } from "@remix-run/react";
import {
	ArrowLeft,
	Clock,
	FileQuestion,
	FileWarning,
	type LucideIcon,
	RotateCw,
	ShieldX,
	TriangleAlert,
	WifiOff,
} from "lucide-react";
import { useContext, useEffect, useRef } from "react";
import { UnderDialog } from "#app/shell/dialog-outlet";
import { ShellContext } from "#app/shell/shell-context";
import { LinkButton } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { GoBack } from "#app/ui/go-back";
import { MessagePage } from "#app/ui/page/message-page";
import type { Problem, ProblemCode } from "#worker/contract/problems";
import { screenProblems } from "#worker/contract/screen-problems";

export interface ProblemTexts {
	title: string;
	message: string;
}

/** The text of a status when the route has nothing better to say (§8). */
const pages: Record<number, ProblemTexts> = {
	403: { title: "Access Denied", message: "You do not have permission to view this page." },
	404: { title: "Page not Found", message: "The page you are looking for does not exist, or is no longer there." },
	413: { title: "Too large", message: screenProblems.too_large.message },
	429: { title: "Too many attempts", message: screenProblems.too_many_requests.message },
	503: { title: "No connection", message: screenProblems.network.message },
};

const icons: Record<number, LucideIcon> = {
	403: ShieldX,
	404: FileQuestion,
	413: FileWarning,
	429: Clock,
	503: WifiOff,
};

/** The status's page; with the problem's own message when that says more than the status does. */
const pageOf = (status: number, problem: Problem | undefined): ProblemTexts => {
	const page = pages[status];
	const message = problem && !sayNothingMore.has(problem.code) ? problem.error : undefined;
	// why: a service that refuses for now is no lost connection.
	const title = status === 503 && problem && problem.code !== "network" ? "Try again in a moment" : page?.title;
	if (page) return { title: title ?? page.title, message: message ?? page.message };
	return { title: "Something went wrong", message: message ?? screenProblems.internal.message };
};

/** The default look and text of a problem. */
export const describeProblem = (status: number, problem?: Problem) => ({
	...pageOf(status, problem),
	icon: icons[status] ?? TriangleAlert,
	tone: status >= 500 ? ("danger" as const) : ("neutral" as const),
});

const sayNothingMore = new Set<ProblemCode>(["forbidden", "not_found"]);

/** Statuses after which the same address may well succeed. */
const isWorthRepeating = (status: number) => status >= 500 || status === 429;

const isProblem = (data: unknown): data is Problem => typeof data === "object" && data !== null && "code" in data;

/** The browser's own error when no response came: status 600 (§8). */
const isUnreachable = (error: unknown) =>
	error instanceof TypeError && /fetch|network|load failed/i.test(error.message);

/** The page of an error: for a whole screen, inside the frame when only a part of it failed, or in a dialog's place. */
export const ProblemView = ({ texts = {} }: { texts?: Record<number, ProblemTexts> }) => {
	const error = useRouteError();
	// why by the context: only what is drawn over a page is handed one, and the page keeps its heading.
	const isPart = useOutletContext() !== undefined;
	const underDialog = useContext(UnderDialog);
	const isInsideFrame = useContext(ShellContext) !== undefined;
	const { orgName } = useParams();
	const { pathname, search } = useLocation();
	const shown = useRef<HTMLDivElement>(null);
	useEffect(() => {
		// why: a part of a page may be out of sight when it fails. why braces: scrolling returns a promise by now.
		shown.current?.scrollIntoView({ block: "nearest" });
	}, []);
	const status = isRouteErrorResponse(error) ? error.status : isUnreachable(error) ? 503 : 500;
	const problem = isRouteErrorResponse(error) && isProblem(error.data) ? error.data : undefined;
	// why: below an institution that does not exist there is no page to go back to.
	const isUnknownOrganisation = problem?.code === "organisation_not_found";
	const { icon, tone, ...described } = describeProblem(status, problem);
	const page = isUnknownOrganisation
		? { title: problem.error, message: "Check the address, or search for the organisation by its name." }
		: (texts[status] ?? described);
	const note = problem?.requestId && `Request ${problem.requestId}`;
	const again = isWorthRepeating(status) && (
		<LinkButton to={pathname + search} reloadDocument variant="primary" icon={RotateCw}>
			Try again
		</LinkButton>
	);
	if (underDialog !== undefined)
		return (
			<Dialog
				title={page.title}
				closeTo={underDialog}
				footer={
					<>
						<LinkButton to={underDialog} icon={ArrowLeft} replace preventScrollReset>
							Go Back
						</LinkButton>
						{again}
					</>
				}
			>
				<p>{page.message}</p>
				{note && <p className="mt-3 text-sm wrap-anywhere text-text-3">{note}</p>}
			</Dialog>
		);
	const view = (
		<MessagePage
			isPart={isPart}
			icon={icon}
			tone={tone}
			status={status}
			title={page.title}
			isWholePage={!isInsideFrame}
			note={note}
			action={
				<>
					{again}
					{isUnknownOrganisation ? (
						<LinkButton to="/" variant="primary">
							Search for an organisation
						</LinkButton>
					) : (
						<GoBack to={orgName ? `/${orgName}` : "/"} />
					)}
				</>
			}
		>
			<p>{page.message}</p>
		</MessagePage>
	);
	return isInsideFrame ? <div ref={shown}>{view}</div> : view;
};
