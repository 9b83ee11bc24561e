import type { ReactNode } from "react";
import { Card } from "#app/ui/card";
import { classNames } from "#app/ui/class-names";
import type { Icon } from "#app/ui/icon";
import { OrganisationMark } from "#app/ui/organisation-mark";

/** A page for people who are not signed in: the institution's name over one column. */
export const PublicPage = ({
	organisation,
	children,
}: {
	organisation: { name: string; logoUrl: string | null };
	children: ReactNode;
}) => (
	<div className="min-h-dvh">
		<header className="flex items-center gap-2.5 border-b border-line bg-panel px-5 py-3 max-sm:px-3">
			<OrganisationMark name={organisation.name} logoUrl={organisation.logoUrl} />
			<span className="min-w-0 truncate font-medium">{organisation.name}</span>
		</header>
		<main id="main" className="mx-auto grid max-w-2xl gap-4 p-5 max-sm:p-3">
			{children}
		</main>
	</div>
);

export const PublicCard = ({ children }: { children: ReactNode }) => (
	<Card className="grid gap-4 p-5 max-sm:p-4">{children}</Card>
);

export interface StateOfPaper {
	icon: Icon;
	title: string;
	about: string;
	/** Text and background. */
	colour: string;
}

/** What is to be known before anything else, in a sentence. */
export const StateLine = ({ icon: Glyph, title, about, colour }: StateOfPaper) => (
	<div className="flex items-start gap-3">
		<span aria-hidden className={classNames("grid size-10 shrink-0 place-items-center rounded-lg", colour)}>
			<Glyph size={20} strokeWidth={1.5} />
		</span>
		<div className="min-w-0">
			<h1 className="text-xl">{title}</h1>
			<p className="text-text-2">{about}</p>
		</div>
	</div>
);
