import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { organisationCookies } from "#app/session/session-cookie.server";
import { createUser, testDb } from "#tests/support/factories";
import { type Browser, openBrowser, sessionCookie } from "#tests/support/portal-browser";
import { csrfOf } from "#tests/support/portal-page";
import { sessions } from "#worker/database/schema/auth";
import { signAccessToken } from "#worker/http/access-token";
import { hashPassword } from "#worker/services/auth/password";

export const password = "Correct horse 9!";

/** why once a file: hashing takes longer than everything else about creating a user. */
const passwordHash = hashPassword(password, Number(env.PASSWORD_COST));

/** Creates a user who can log in with `password`. */
export const createStaff = (options: Parameters<typeof createUser>[0]) => createUser({ passwordHash, ...options });

type Staff = Awaited<ReturnType<typeof createStaff>>;

/** Logs in by the form. */
export const logIn = (browser: Browser, staff: Staff, search = "") =>
	browser.post(`/${staff.organisationId}${search}`, { username: staff.email, password });

/** Returns a browser with a signed-in user, and the token of its forms. */
export const signedInBrowser = async (staff: Staff) => {
	const browser = openBrowser();
	const response = await logIn(browser, staff);
	if (response.status !== 302) throw new Error(`login answered ${response.status}: ${await response.text()}`);
	const profile = await browser.get(`/${staff.organisationId}/user-profile`);
	return { browser, csrf: csrfOf(await profile.text()) };
};

const cookiesOf = (organisationId: string) =>
	organisationCookies(organisationId, `${env.SECRET}\n${organisationId}`, true);

/** Returns the content of the browser's cookie, which only the portal can read. */
export const readSession = async (browser: Browser, organisationId: string) => {
	const value = browser.session(organisationId);
	const session = value && (await cookiesOf(organisationId).readSession(`${sessionCookie}=${value}`));
	if (!session) throw new Error("the browser has no session");
	return session;
};

/** Expires the access token of a browser, as a quarter of an hour does. */
export const expireAccessToken = async (browser: Browser, staff: Staff) => {
	const session = await readSession(browser, staff.organisationId);
	const [row] = await testDb().select().from(sessions).where(eq(sessions.userId, staff.id));
	if (!row) throw new Error("the user has no session");
	const claims = { organisationId: staff.organisationId, userId: staff.id, sessionId: row.id };
	const accessToken = await signAccessToken(env.SECRET, claims, Date.now() - 3_600_000);
	const line = await cookiesOf(staff.organisationId).writeSession({ ...session, accessToken });
	browser.setSession(staff.organisationId, line.slice(line.indexOf("=") + 1, line.indexOf(";")));
};

/** Returns a user's sessions on the server. */
export const sessionsOf = ({ id }: Staff) => testDb().select().from(sessions).where(eq(sessions.userId, id));
