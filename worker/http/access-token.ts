import { jwtVerify, SignJWT } from "jose";
import { signingKey } from "#worker/http/keys";

/** Short, because a refresh is cheap and a block must take effect. */
const accessTokenMinutes = 15;
const issuer = "matricula";
const audience = "matricula-api";

export interface AccessClaims {
	organisationId: string;
	userId: string;
	sessionId: string;
}

/** Signs an access token (HS256), valid for 15 minutes. @param now UTC milliseconds */
export const signAccessToken = async (secret: string, claims: AccessClaims, now: number): Promise<string> =>
	new SignJWT({ org: claims.organisationId, sid: claims.sessionId })
		.setProtectedHeader({ alg: "HS256", typ: "at+jwt" })
		.setSubject(claims.userId)
		.setIssuer(issuer)
		.setAudience(audience)
		.setIssuedAt(Math.floor(now / 1000))
		.setExpirationTime(Math.floor(now / 1000) + accessTokenMinutes * 60)
		.sign(await signingKey(secret, "access-token"));

/** Returns the claims of a token that is genuine, for this API and valid at `now`; otherwise undefined. */
export const verifyAccessToken = async (
	secret: string,
	token: string,
	now: number,
): Promise<AccessClaims | undefined> => {
	try {
		const { payload } = await jwtVerify(token, await signingKey(secret, "access-token"), {
			algorithms: ["HS256"],
			typ: "at+jwt",
			issuer,
			audience,
			currentDate: new Date(now),
		});
		const { sub, org, sid } = payload;
		if (typeof sub !== "string" || typeof org !== "string" || typeof sid !== "string") return undefined;
		return { organisationId: org, userId: sub, sessionId: sid };
	} catch {
		// why: jose throws for every kind of bad token; all mean the same to the caller, and none is a defect.
		return undefined;
	}
};
