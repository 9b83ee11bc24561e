import type { ReactNode } from "react";
import { OrganisationMark } from "#app/ui/organisation-mark";

export interface SplitPageProps {
	/** The institution's name; the product's own when none was chosen. */
	organisation?: { name: string; logoUrl: string | null };
	title: string;
	description?: ReactNode;
	children: ReactNode;
}

const productName = "Matricula";

/** A page for users who are not signed in: the form on the left, a picture on the right where there is room. */
export const SplitPage = ({ organisation, title, description, children }: SplitPageProps) => (
	<div className="grid min-h-dvh lg:grid-cols-2">
		<main id="main" className="grid place-items-center bg-panel px-6 py-12 max-sm:place-items-start">
			<div className="w-full max-w-85 max-sm:mx-auto">
				<div className="mb-6.5 flex items-center gap-2.5">
					<OrganisationMark name={organisation?.name ?? productName} logoUrl={organisation?.logoUrl} />
					<span className="min-w-0 font-medium break-words">{organisation?.name ?? productName}</span>
				</div>
				<h1 className="text-xl text-balance">{title}</h1>
				{description && <p className="mt-1.5 text-text-2">{description}</p>}
				<div className="mt-5.5">{children}</div>
			</div>
		</main>
		<aside className="hidden flex-col justify-end bg-[linear-gradient(150deg,#312e81,#4338ca_60%,#6366f1)] p-15 lg:flex dark:bg-[linear-gradient(150deg,#14132b,#26215f_60%,#3a349c)]">
			<p className="max-w-[420px] text-xl font-medium text-white">
				Every applicant read, every decision explained, nobody kept waiting.
			</p>
		</aside>
	</div>
);
