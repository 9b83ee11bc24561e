import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { renderToStaticMarkup } from "react-dom/server";
import { httpStatus, problemResponse } from "#app/api/problem-response";
import { readProblem } from "#app/api/read-problem";
import type { Guarded } from "#app/session/may-call";
import { readPreferences } from "#app/session/preferences.server";
import { requireAccess } from "#app/session/require-user.server";
import { describeProblem } from "#app/shell/problem-view";
import stylesheet from "#app/tailwind.css";
import { buttonClass } from "#app/ui/button-class";
import { MessagePage } from "#app/ui/page/message-page";
import type { Problem } from "#worker/contract/problems";
import { failedToDownload } from "#worker/contract/screen-problems";

type AskForFile = (api: AppLoadContext["api"]) => Promise<Response | Problem>;

/** Responds with a file of the services, or with a page that says why there is none (§8). */
export const fileResponse = async (
	args: LoaderFunctionArgs,
	endpoints: readonly Guarded[],
	ask: AskForFile,
): Promise<Response> =>
	publicFileResponse(args, async (api) => {
		await requireAccess(args, ...endpoints);
		return ask(api);
	});

/** Does the same without a login. */
export const publicFileResponse = async (args: LoaderFunctionArgs, ask: AskForFile): Promise<Response> => {
	try {
		const answer = await ask(args.context.api);
		if (answer instanceof Response && answer.ok) return answer;
		throw answer instanceof Response ? answer : problemResponse(answer);
	} catch (thrown) {
		if (!(thrown instanceof Response) || thrown.status < 400) throw thrown;
		if (!args.request.headers.get("accept")?.includes("text/html")) return thrown;
		return problemPage(args, await readProblem(thrown));
	}
};

/** why: it may be in a frame of the portal, where other pages may not; nothing in it runs. */
const pagePolicy =
	"default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

const problemPage = ({ request, params }: LoaderFunctionArgs, problem: Problem): Response => {
	const status = httpStatus(problem);
	const { icon, tone, title, message } = describeProblem(status, problem);
	const isMissing = problem.code === "not_found";
	const heading = isMissing ? "File not Found" : title;
	const { theme, density } = readPreferences(request.headers.get("cookie"));
	const isFramed = request.headers.get("sec-fetch-dest") === "iframe";
	const page = renderToStaticMarkup(
		<html lang="en" data-theme={theme} data-density={density}>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<meta name="robots" content="noindex" />
				<title>{`${heading} · Matricula`}</title>
				<link rel="stylesheet" href={stylesheet} />
				<link rel="icon" href="/favicon.svg" />
			</head>
			<body>
				<MessagePage
					icon={icon}
					tone={tone}
					status={status}
					title={heading}
					note={problem.requestId && `Request ${problem.requestId}`}
					action={
						!isFramed && (
							<a href={`/${encodeURIComponent(params.orgName ?? "")}`} className={buttonClass()}>
								Go Back
							</a>
						)
					}
				>
					<p>
						{status === 403
							? message
							: failedToDownload(isMissing ? "The file does not exist, or is no longer there." : message)}
					</p>
				</MessagePage>
			</body>
		</html>,
	);
	const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": pagePolicy };
	return new Response(`<!DOCTYPE html>${page}`, { status, headers });
};
