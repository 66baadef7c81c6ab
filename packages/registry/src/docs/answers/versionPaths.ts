/** The paths under which a version and its documentation stand (Spec A, Registry). */

/** A package, by any texts. */
export interface PackageTexts {
  readonly source: string
  readonly publisher: string
  readonly name: string
}

/** The path of one version; `version` may be `latest`. */
export const versionPath = ({ name, publisher, source }: PackageTexts, version: string): string => {
  const [one, two, three, four] = [source, publisher, name, version].map((text) =>
    encodeURIComponent(text.toWellFormed())
  )
  return `/api/registry/packages/${one}/${two}/${three}/versions/${four}`
}

export const navigationPath = (id: PackageTexts, version: string): string => `${versionPath(id, version)}/nav`
