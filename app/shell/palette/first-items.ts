import type { CommandSection } from "#app/shell/palette/command-sections";

/** One more than fit without scrolling. why: the others are beyond the edge, and each costs time at every key. */
export const drawnAtFirst = 12;

/** Some of the applicants come twice: with what the text would have done with them first. */
interface PeopleItems {
	moving: readonly unknown[];
	acting: readonly unknown[];
	applicants: readonly unknown[];
	hasMore: boolean;
	payments: readonly unknown[];
}

interface PaletteItems<P extends PeopleItems> {
	before: readonly CommandSection[];
	people: P;
	after: readonly CommandSection[];
}

/** Returns the first items of the palette's list, which are drawn until the user moves or scrolls. */
export const firstItems = <P extends PeopleItems>({ before, people, after }: PaletteItems<P>): PaletteItems<P> => {
	let room = drawnAtFirst;
	const take = <T>(items: readonly T[]): readonly T[] => {
		const taken = items.slice(0, Math.max(room, 0));
		room -= items.length;
		return taken;
	};
	const cut = (sections: readonly CommandSection[]) =>
		sections.map((section) => ({ ...section, commands: take(section.commands) }));
	const first = cut(before);
	room -= people.moving.length + people.acting.length;
	const applicants = take(people.applicants);
	const hasMore = people.hasMore && take([people.hasMore]).length > 0;
	const payments = take(people.payments);
	return { before: first, people: { ...people, applicants, hasMore, payments }, after: cut(after) };
};
