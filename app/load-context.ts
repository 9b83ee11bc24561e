import type { AppLoadContext } from "@remix-run/cloudflare";
import { type ApiClient, type Credentials, createApiClient, type ServicesFetcher } from "#app/api/client";
import { followMerge } from "#app/follow-merge.server";
import { openPortalSession, type PortalSession } from "#app/session/portal-session.server";
import type { FormLimits, PostedField } from "#worker/contract/posted-form";
import type { Result } from "#worker/contract/result";
import { getApplicant, type OpenedApplicant } from "#worker/services/applicants/contract";
import {
	currentUser,
	type GoogleTransfer,
	googleTransfer,
	type PlacedUser,
	type Transferred,
} from "#worker/services/auth/contract";

declare module "@remix-run/cloudflare" {
	interface AppLoadContext {
		api: ApiClient;
		/** Exchanges what 'Login with Google' came back with, at the configured auth service. */
		transferCode(input: Parameters<GoogleTransfer>[0]): Promise<Result<Transferred>>;
		/** Finds the user of an access token that belongs to no session yet. */
		userOf(accessToken: string): Promise<Result<PlacedUser>>;
		/** Reads a posted form within its limits; app/session checks who posted it. */
		readPostedForm: PostedFormReader;
		session: PortalSession;
		/** Who is signed in to the organisation in the path; asked once a request. */
		user(): Promise<Result<PlacedUser>>;
		/** One applicant, or the one it was merged into; asked for once a request, because each call counts as a view. */
		applicant(id: string): Promise<Result<OpenedApplicant>>;
		nonce: string;
		/** Other origins to which forms of this page may be posted; a loader adds them. */
		formTargets: string[];
		/** Pages of the portal may show this page in a frame; its loader says so. */
		isFramed: boolean;
		portalOrigin: string;
		/** Where 'Login with Google' goes; undefined when no Google sign-in is configured. */
		authServiceUrl: string | undefined;
		/** Local development and tests: the demo accounts may be named. */
		isDevelopment: boolean;
		/** Mails are kept instead of sent, and may be read. */
		hasOutbox: boolean;
		/** Browsers keep the portal's files, and are told when there is a new version. */
		hasServiceWorker: boolean;
		requestId: string;
	}
}

type PostedFormReader = (request: Request, limits?: FormLimits) => Promise<Result<PostedField[]>>;

export interface PortalSettings {
	readPostedForm: PostedFormReader;
	secret: string;
	client: { id: string; secret: string };
	portalOrigin: string;
	authServiceUrl: string | undefined;
	/** The exchange at an auth service elsewhere; undefined when it is among the services. */
	transferElsewhere: GoogleTransfer | undefined;
	isDevelopment: boolean;
	hasOutbox: boolean;
	hasServiceWorker: boolean;
}

/** A bare access token: there is nothing to renew it with. */
const bearer = (accessToken: string): Credentials => ({
	accessToken: () => accessToken,
	refresh: async () => ({ ok: true, value: false }),
});

export const createLoadContext = async (
	request: Request,
	fetcher: ServicesFetcher,
	settings: PortalSettings,
): Promise<AppLoadContext> => {
	const requestId = crypto.randomUUID();
	const headers = {
		"x-request-id": requestId,
		"x-client-secret": settings.client.secret,
		"x-client-address": request.headers.get("cf-connecting-ip") ?? "local",
		"x-client-agent": request.headers.get("user-agent") ?? "",
	};
	const orgName = new URL(request.url).pathname.split("/")[1] ?? "";
	const session = await openPortalSession({ request, orgName, fetcher, headers, ...settings });
	const api = createApiClient({ fetcher, credentials: session, headers });
	let user: Promise<Result<PlacedUser>> | undefined;
	const applicants = new Map<string, Promise<Result<OpenedApplicant>>>();
	return {
		api,
		transferCode: (input) => settings.transferElsewhere?.(input, requestId) ?? api.call(googleTransfer, input),
		userOf: (accessToken) =>
			createApiClient({ fetcher, credentials: bearer(accessToken), headers }).call(currentUser, {}),
		readPostedForm: settings.readPostedForm,
		session,
		user: () => {
			user ??= api.call(currentUser, {});
			return user;
		},
		applicant: (id) => {
			const asked = applicants.get(id) ?? api.call(getApplicant, { params: { id } });
			applicants.set(id, asked);
			return asked.then((found) => {
				if (found.ok) followMerge(request, id, found.value.id);
				return found;
			});
		},
		nonce: crypto.randomUUID().replaceAll("-", ""),
		formTargets: [],
		isFramed: false,
		portalOrigin: settings.portalOrigin,
		authServiceUrl: settings.authServiceUrl,
		isDevelopment: settings.isDevelopment,
		hasOutbox: settings.hasOutbox,
		hasServiceWorker: settings.hasServiceWorker,
		requestId,
	};
};
