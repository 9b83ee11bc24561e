import { initialsOf } from "#app/format/names";
import { classNames } from "#app/ui/class-names";

/** An institution's logo, or a square with its initials. Its name is next to it, so it is decorative. */
export const OrganisationMark = ({
	name,
	logoUrl,
	size = "medium",
}: {
	name: string;
	logoUrl?: string | null;
	size?: "medium" | "large";
}) => {
	const look = classNames("shrink-0 rounded-md", size === "large" ? "size-10 text-lg" : "size-7 text-sm");
	return logoUrl ? (
		<img src={logoUrl} alt="" className={`${look} object-contain`} />
	) : (
		<span
			aria-hidden
			data-initials={initialsOf(name)}
			className={`${look} inline-grid place-items-center bg-accent font-medium text-accent-fg before:content-[attr(data-initials)]`}
		/>
	);
};
