/** The content of a file as an address with base64, which vite makes. */
declare module "*?url&inline" {
	const address: string;
	export default address;
}
