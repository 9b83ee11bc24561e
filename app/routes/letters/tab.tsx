import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useSearchParams } from "@remix-run/react";
import { Download, Eye, FileSignature } from "lucide-react";
import { readSheetSearch } from "#app/list/list-address";
import { loadLetters } from "#app/routes/letters/load-letters.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { LinkButton } from "#app/ui/button";
import { buttonClass } from "#app/ui/button-class";
import { iconProps } from "#app/ui/icon";
import { EmptyState } from "#app/ui/page/empty-state";
import { formatDateTime } from "#worker/contract/text/dates";
import { formatKilobytes } from "#worker/contract/text/printed-text";
import type { Letter } from "#worker/services/letters/contract";

export const meta = titledOver("Letter");

/** The applicant's offer letter and earlier ones (§2 Offer Letter). */
export const loader = async (args: LoaderFunctionArgs) => json(await loadLetters(args));

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

const OfferLetter = () => {
	const { letters, here, mayMake } = useLoaderData<typeof loader>();
	const [params] = useSearchParams();
	const search = readSheetSearch(params);
	const [newest] = letters;
	const make = mayMake && (
		<LinkButton to={`${here}/letter/new${search}`} icon={FileSignature} preventScrollReset>
			Make offer letter
		</LinkButton>
	);
	return (
		<div className="px-5 py-4.5 max-sm:px-3">
			{newest ? (
				<>
					<CurrentLetter letter={newest} here={here} search={search} />
					<section aria-labelledby="letters-title" className="mt-6">
						<div className="flex flex-wrap items-center justify-between gap-2.5">
							<h3 id="letters-title">History</h3>
							{make}
						</div>
						<ol className="mt-1">
							{letters.map((letter) => (
								<LetterLine key={letter.id} letter={letter} to={`${here}/letter/${letter.id}${search}`} />
							))}
						</ol>
					</section>
				</>
			) : (
				<EmptyState icon={FileSignature} title="No offer letter" action={make}>
					A letter is made when the applicant enters a stage that has a document template.
				</EmptyState>
			)}
			<Outlet />
		</div>
	);
};
export default OfferLetter;

interface CurrentLetterProps {
	letter: Letter;
	here: string;
	search: string;
}

/** The letter in force. */
const CurrentLetter = ({ letter, here, search }: CurrentLetterProps) => (
	<section
		aria-labelledby="letter-title"
		className="flex flex-wrap items-center gap-x-3.5 gap-y-2.5 rounded-lg border border-line p-3.5"
	>
		<span className="grid size-12 shrink-0 place-items-center rounded-md border border-line bg-bg text-text-3">
			<FileSignature {...iconProps} size={20} strokeWidth={1.5} />
		</span>
		<div className="min-w-0 flex-1 basis-44">
			<p className="text-sm text-text-3">Offer letter</p>
			<h3 id="letter-title" className="font-medium">
				{letter.templateName}
			</h3>
			{letter.stageName && <p className="text-sm text-text-2">Made at the stage {letter.stageName}</p>}
			<p className="text-sm text-text-3">{formatKilobytes(letter.size)}</p>
		</div>
		<LinkButton to={`${here}/letter/${letter.id}${search}`} icon={Eye} variant="primary" preventScrollReset>
			Preview
		</LinkButton>
		<a
			href={`${here}/letters/${letter.id}`}
			download={`${letter.templateName}.pdf`}
			aria-label={`Download ${letter.templateName}`}
			className={buttonClass()}
		>
			<Download {...iconProps} />
			<span className="max-sm:hidden">Download</span>
		</a>
	</section>
);

const LetterLine = ({ letter, to }: { letter: Letter; to: string }) => {
	const { organisation } = useShell();
	const about = [letter.stageName, `by ${letter.createdByName}`].filter(Boolean).join(" · ");
	return (
		<li className="border-b border-line py-2.5 last:border-b-0">
			<Link to={to} preventScrollReset className="rounded-sm font-medium hover:underline">
				{letter.templateName}
			</Link>
			<p className="text-sm text-text-3">
				<time dateTime={new Date(letter.createdAt).toISOString()}>
					{formatDateTime(letter.createdAt, organisation.timeZone)}
				</time>{" "}
				· {about}
			</p>
		</li>
	);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
