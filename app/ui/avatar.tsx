import { initialsOf } from "#app/format/names";
import { classNames } from "#app/ui/class-names";
import { type Colour, softColour } from "#app/ui/colours";

export interface AvatarProps {
	name: string;
	photoUrl?: string | null;
	/** Pixels. `passport` is an applicant's picture, 64 by 76. */
	size?: 20 | 28 | 40 | "passport";
	/** The accessible name, where no text next to it names the person. */
	label?: string;
	className?: string;
}

const sizes = {
	20: "size-5 rounded-full text-[9px]",
	28: "size-7 rounded-full text-sm",
	40: "size-10 rounded-full text-base",
	passport: "h-19 w-16 rounded-md text-lg",
};

const families: Colour[] = ["violet", "sky", "green", "orange", "indigo", "teal", "amber", "cyan"];

/** The same person has the same colour everywhere. */
const colourOf = (name: string): Colour => {
	let sum = 0;
	for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
	return families[sum % families.length] ?? "slate";
};

/** A photo, or the initials on the person's own colour. */
export const Avatar = ({ name, photoUrl, size = 28, label, className }: AvatarProps) => {
	const look = classNames(
		"inline-grid shrink-0 place-items-center overflow-hidden font-medium before:content-[attr(data-initials)]",
		sizes[size],
		className,
	);
	if (photoUrl) {
		return <img src={photoUrl} alt={label ?? ""} loading="lazy" decoding="async" className={`${look} object-cover`} />;
	}
	const colour = softColour[colourOf(name)];
	// why: the initials are drawn by CSS; as text they would be a second name next to the real one.
	const drawn = { "data-initials": initialsOf(name), className: classNames(look, colour) };
	return label ? <span role="img" aria-label={label} {...drawn} /> : <span aria-hidden {...drawn} />;
};
