import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { problemResponse } from "#app/api/problem-response";
import { type Guarded, may, mayAt, mayCall } from "#app/session/may-call";
import { problem } from "#worker/contract/problems";
import type { PlacedUser } from "#worker/services/auth/contract";

interface GuardArgs {
	request: Request;
	params: { orgName?: string; applicantId?: string };
	context: AppLoadContext;
}

/** Returns the user signed in to the path's organisation; or redirects to the login, which leads back here (§2). */
export const requireUser = async ({
	request,
	params,
	context,
}: GuardArgs): Promise<Pick<AppLoadContext, "api" | "session"> & { user: PlacedUser; orgName: string }> => {
	const orgName = params.orgName ?? "";
	if (!context.session.isOpen()) throw redirect(loginUrl(request, orgName));
	const user = await context.user();
	if (!user.ok) {
		if (user.problem.status !== 401) throw problemResponse(user.problem);
		context.session.end();
		throw redirect(loginUrl(request, orgName));
	}
	return { user: user.value, orgName, api: context.api, session: context.session };
};

/** Returns the signed-in user if they may call all these endpoints; otherwise throws the Access Denied page (§6). */
export const requireAccess = async (args: GuardArgs, ...endpoints: readonly Guarded[]) => {
	const found = await requireUser(args);
	if (mayCall(found.user, ...endpoints) && (await reachesApplicant(args, found.user, endpoints))) return found;
	logRefusal(args.request, args.context.requestId, found.user.id, found.orgName);
	throw problemResponse(problem("forbidden"));
};

/**
 * Checks whether roles that are held at a place reach the applicant of the address. why not for what everybody may call
 * who sees the applicant: the service answers that, and each look of it at an applicant counts as a view.
 */
const reachesApplicant = async (
	{ params: { applicantId }, context }: GuardArgs,
	user: PlacedUser,
	endpoints: readonly Guarded[],
): Promise<boolean> => {
	const isBound = user.adminRoles.some(({ adminLevelItem }) => adminLevelItem !== null);
	const narrower = endpoints.filter(({ access }) => !may.seeApplicants.access.every((one) => access.includes(one)));
	if (applicantId === undefined || !isBound || narrower.length === 0) return true;
	const applicant = await context.applicant(applicantId);
	return !applicant.ok || mayAt(user, applicant.value, ...narrower);
};

/** why: the services never see what is refused here, and an administrator who investigates needs one line. */
const logRefusal = (request: Request, requestId: string, userId: string, organisationId: string): void => {
	const { pathname } = new URL(request.url);
	const what = { method: request.method, path: pathname, status: 403, userId, organisationId };
	console.info(JSON.stringify({ level: "info", message: "forbidden", requestId, ...what }));
};

/** Returns the login page's address, which remembers where the user wanted to go. */
export const loginUrl = (request: Request, orgName: string): string => {
	const url = new URL(request.url);
	url.searchParams.delete("_data");
	const wanted = request.method === "GET" ? url.pathname + url.search : "";
	// why: encoded, so that a segment like `\elsewhere.example` cannot become another site's address.
	const login = `/${encodeURIComponent(orgName)}`;
	return wanted === "" || wanted === login ? login : `${login}?to=${encodeURIComponent(wanted)}`;
};

const anyOrigin = "http://portal";

/** Returns a stored redirect if it leads within the organisation; otherwise undefined. */
export const safeReturn = (to: string | null, orgName: string): string | undefined => {
	// why: browsers drop tabs and line breaks, and read `\` as `/`.
	if (!to?.startsWith(`/${orgName}`) || /[\\\t\r\n]/.test(to) || !URL.canParse(to, anyOrigin)) return undefined;
	// why: a browser resolves `..` before it asks; what it will ask for decides.
	const { pathname } = new URL(to, anyOrigin);
	return pathname === `/${orgName}` || pathname.startsWith(`/${orgName}/`) ? to : undefined;
};
