const file = String.raw`[\w-]{1,64}\.(?:png|jpg)`;
const path = `/api/organisation/[a-z0-9][a-z0-9-]{0,62}/pictures/${file}`;
const whole = new RegExp(`^${path}$`);
const attribute = new RegExp(`\\bsrc="(${path})"`, "g");

/** The most pictures that the text of a document draws. */
export const maxDrawnPictures = 20;
/** The most bytes that all pictures of a document have together. why: a letter is drawn in the memory of a Worker. */
export const maxDrawnBytes = 5_000_000;
/** Says that a text shows what another institution keeps. */
export const foreignPicture = "The text shows a picture of another institution. Remove it, or upload it here.";

/**
 * Returns the address of a picture of an institution's texts, from the root of the portal. why without the portal's own
 * address: texts stay right when that changes.
 */
export const pictureAddress = (organisationId: string, fileName: string): string =>
	`/api/organisation/${organisationId}/pictures/${fileName}`;

/** Checks whether an address is that of a picture which is stored here. */
export const isStoredPicture = (address: string): boolean => whole.test(address);

/** Checks whether an address is that of a picture which an institution keeps. */
export const isPictureOf = (organisationId: string, address: string): boolean =>
	isStoredPicture(address) && address.startsWith(pictureAddress(organisationId, ""));

/** Returns the addresses of the stored pictures of HTML, each once. */
export const storedPicturesIn = (html: string): string[] => [
	...new Set([...html.matchAll(attribute)].map(([, address = ""]) => address)),
];

/**
 * Returns the HTML of an email, which is read elsewhere: the institution's stored pictures with their whole addresses, those
 * of others without any. @param origin of the portal
 */
export const withWholeAddresses = (html: string, { origin, id }: { origin: string; id: string }): string =>
	html.replace(attribute, (_, address: string) => (isPictureOf(id, address) ? `src="${origin}${address}"` : ""));
